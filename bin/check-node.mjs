// Runs on any Node version. If the link to the bundled Node is missing (`npm ci --ignore-scripts`), creates
// it, and the following script runs on it.
import { isOldNode, isPublished, linkedNode, needed } from './link-node.mjs';

if (isOldNode && linkedNode === null) {
  const todo = isPublished
    ? `\`npm ci\` brings it along, unless it is told to omit optional packages: run it again.`
    : `Install it from https://nodejs.org and try again.`;
  process.stderr.write(`Visita needs Node ${needed} or newer; this is ${process.version}. ${todo}\n`);
  process.exit(1);
}
