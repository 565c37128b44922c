// Runs on any Node, so it must not need what it checks for.
const needed = 24;
const major = Number(process.versions.node.split('.')[0]);
if (major < needed) {
  process.stderr.write(
    `Visita needs Node ${needed} or newer; this is ${process.version}. On Linux and Windows \`npm ci\` brings it ` +
      `along; elsewhere install it from https://nodejs.org and try again.\n`,
  );
  process.exit(1);
}
