import { Redis } from 'ioredis';

const valueOf = async (redis: Redis, key: string): Promise<unknown> => {
  switch (await redis.type(key)) {
    case 'string':
      return redis.get(key);
    case 'hash':
      return redis.hgetall(key);
    case 'list':
      return redis.lrange(key, 0, -1);
    case 'set':
      return redis.smembers(key);
    case 'zset':
      return redis.zrange(key, 0, -1);
    case 'stream':
      return redis.xrange(key, '-', '+');
    default:
      return null;
  }
};

/** Returns all keys of a Redis with their values as text. */
export const dumpRedis = async (url: string): Promise<{ key: string; text: string }[]> => {
  const redis = new Redis(url);
  try {
    const keys = await redis.keys('*');
    return await Promise.all(
      keys.map(async (key) => ({ key, text: JSON.stringify(await valueOf(redis, key)) })),
    );
  } finally {
    redis.disconnect();
  }
};
