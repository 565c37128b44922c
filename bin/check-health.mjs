// Exits with 0 if the process in this container is ready; the image has no tool for that.
const port = process.env.PORT || '3000';
// If there is no listener, the process is not ready.
const answer = await fetch(`http://127.0.0.1:${port}/api/health/ready`).catch(() => null);
process.exitCode = answer?.ok ? 0 : 1;
