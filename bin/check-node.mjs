// Runs on any Node, so it must not need what it checks for. Where the link to the Node that was brought along is missing
// (`npm ci --ignore-scripts`), it is made here, and the script that follows runs on it.
import { isLinked, isPublished } from './link-node.mjs';

const needed = 24;
const major = Number(process.versions.node.split('.')[0]);
if (major < needed && !isLinked()) {
  const todo = isPublished
    ? `\`npm ci\` brings it along, unless it is told to omit optional packages: run it again.`
    : `Install it from https://nodejs.org and try again.`;
  process.stderr.write(`Visita needs Node ${needed} or newer; this is ${process.version}. ${todo}\n`);
  process.exit(1);
}
