// A thread that adds the numbers of its requests, and responds with the sum in the memory of the
// request. Fails for 0, and exits for negative numbers.
const { answerRequests } = require('../../dist/answer-requests.js');

let sum = 0;

answerRequests(async ({ number, memory }) => {
  if (number < 0) process.exit(1);
  if (number === 0) throw Object.assign(new Error('nothing to add'), { code: 'ENOTHING' });
  sum += number;
  const response = { sum, memory };
  await new Promise((resolve) => setImmediate(resolve));
  return { response, transfer: [memory] };
});
