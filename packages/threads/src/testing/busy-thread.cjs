// A thread that is busy for the milliseconds of a request, and responds with its name.
const { parentPort } = require('node:worker_threads');

parentPort.on('message', ({ name, ms, fails }) => {
  parentPort.postMessage({ kind: 'started' });
  const end = Date.now() + ms;
  while (Date.now() < end);
  parentPort.postMessage(fails ? { kind: 'failed', message: name } : { kind: 'done', response: name });
});
