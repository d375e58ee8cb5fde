// A thread that adds the numbers of its requests, and responds with the sum. Writes it into the
// memory of the request, too. Fails for 0, and exits for negative numbers.
const { answerRequests } = require('../../dist/answer-requests.js');

let sum = 0;

answerRequests(async ({ number, memory }) => {
  if (number < 0) process.exit(1);
  if (number === 0) throw Object.assign(new Error('nothing to add'), { code: 'EEXIST' });
  sum += number;
  const response = sum;
  new Uint8Array(memory)[0] = response;
  await new Promise((resolve) => setImmediate(resolve));
  return response;
});
