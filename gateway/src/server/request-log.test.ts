import { cleanEnv } from 'envalid';
import { isLogged, requestLogging } from './request-log';

const read = (text: string) =>
  cleanEnv(
    { FORGE_LOG_REQUESTS: text },
    { FORGE_LOG_REQUESTS: requestLogging() },
    {
      reporter: ({ errors }) => {
        const [error] = Object.values(errors);
        if (error) throw error;
      },
    },
  ).FORGE_LOG_REQUESTS;

const success = { status: 200, isCutOff: false };
const refused = { status: 404, isCutOff: false };
const failed = { status: 503, isCutOff: false };
const cutOff = { status: 200, isCutOff: true };

describe('FORGE_LOG_REQUESTS', () => {
  it.each([
    ['all', [true, true, true, true]],
    ['errors', [false, false, true, true]],
    ['none', [false, false, false, false]],
    ['0.5', [true, true, true, true]],
    ['0.25', [false, false, true, true]],
  ])('%s', (text, expected) => {
    const logging = read(text);
    expect([success, refused, failed, cutOff].map((request) => isLogged(logging, request, () => 0.3))).toEqual(
      expected,
    );
  });

  it.each(['', 'some', '1.5', '-1'])('refuses %j', (text) => {
    expect(() => read(text)).toThrow('not `all`, `errors`, `none` or a number from 0 to 1');
  });
});
