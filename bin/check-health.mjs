// Says by its exit code whether the process in this container is ready; images bring no tool for that.
const port = process.env.PORT || '3000';
// Nobody who listens is the same as nobody who is ready.
const answer = await fetch(`http://127.0.0.1:${port}/api/health/ready`).catch(() => null);
process.exitCode = answer?.ok ? 0 : 1;
