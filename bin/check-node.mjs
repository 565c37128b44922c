// Runs on any Node, so it must not need what it checks for. Where the link to the Node that was brought along is missing
// (`npm ci --ignore-scripts`), it is made here, and the script that follows runs on it.
import { isOldNode, isPublished, linkedNode, needed } from './link-node.mjs';

if (isOldNode && linkedNode === null) {
  const todo = isPublished
    ? `\`npm ci\` brings it along, unless it is told to omit optional packages: run it again.`
    : `Install it from https://nodejs.org and try again.`;
  process.stderr.write(`Visita needs Node ${needed} or newer; this is ${process.version}. ${todo}\n`);
  process.exit(1);
}
