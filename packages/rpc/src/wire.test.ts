import type { ServiceError } from '@grpc/grpc-js';
import { BadRequestError, ForgeError, ValidationError } from '@forgemesh/errors';
import { ERROR_KEY, fromServiceError, toServiceError } from './wire';

/** The error as the receiver sees it. */
function sent(error: ForgeError): ForgeError {
  return fromServiceError(toServiceError(error) as ServiceError);
}

function sizeOf(error: ForgeError): number {
  return Buffer.byteLength(toServiceError(error).metadata?.get(ERROR_KEY)[0] ?? '');
}

describe('an error on the wire', () => {
  it('arrives with reason, texts and details', () => {
    const error = new ForgeError('insufficient_scope', undefined, { details: { scope: 'api' }, retryAfter: 3 });
    expect(sent(error)).toMatchObject({
      reason: 'insufficient_scope',
      key: 'error',
      details: { scope: 'api' },
      retryAfter: 3,
    });
    expect(sent(new ValidationError({ name: ['is too long'] })).body).toEqual({ name: ['is too long'] });
  });

  it('keeps long texts within the limit', () => {
    expect(sent(new BadRequestError('x'.repeat(20_000))).body).toHaveLength(20_000);
  });

  it('cuts texts that exceed the limit', () => {
    const error = new ValidationError({ name: ['is wrong'], path: [`unknown: ${'x'.repeat(70_000)}`] });
    expect(sizeOf(error)).toBeLessThan(2_000);
    expect(sent(error).body).toEqual({ name: ['is wrong'], path: [expect.stringMatching(/^unknown: x+\.\.\.$/)] });
  });

  it('contains only the reason if there are too many texts', () => {
    const error = new ValidationError({ name: Array.from({ length: 10_000 }, () => 'is wrong') });
    expect(sent(error)).toMatchObject({ reason: 'bad_request', body: '400 Bad request' });
  });
});
