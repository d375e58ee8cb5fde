import { makeTestKeys } from '@forgemesh/testing/runtime';
import { createSigner, serviceContext } from '@forgemesh/rpc';
import { createVisitorTokens, isVisitorToken } from './visitor-tokens';

const HOUR_MS = 3_600_000;
const NOON = Date.parse('2026-01-01T12:00:00Z');

async function issuer(now: () => number = () => NOON) {
  const keys = await makeTestKeys('gateway', 'projects');
  const tokensOf = (name: string) =>
    createVisitorTokens({ signingKey: keys.signingKey(name), trustedKeys: keys.trustedKeys }, now);
  return { keys, tokensOf, tokens: tokensOf('gateway') };
}

describe('tokens of visitors', () => {
  it('are the same for all visitors of an hour, and valid until the end of the next', async () => {
    let now = NOON;
    const { tokens } = await issuer(() => now);
    const first = await tokens.issue();
    expect(isVisitorToken(first.token)).toBe(true);
    expect(first.seconds).toBe(7200);
    now += HOUR_MS - 1;
    const later = await tokens.issue();
    expect(later).toEqual({ token: first.token, seconds: 3600 });
    now += 1;
    expect((await tokens.issue()).token).not.toBe(first.token);
    await tokens.verify(first.token);
    now = NOON + 2 * HOUR_MS;
    await expect(tokens.verify(first.token)).rejects.toMatchObject({ reason: 'unauthenticated' });
  });

  it('are valid only if the gateway signed them for visitors', async () => {
    const { keys, tokens, tokensOf } = await issuer();
    const ofService = await tokensOf('projects').issue();
    const context = await createSigner('gateway', keys.signingKey('gateway')).sign(serviceContext('r'), {
      audience: 'projects',
      method: '/a.B/C',
    });
    const { token } = await tokens.issue();
    const [head = '', claims = '', signature = ''] = token.split('.').slice(1);
    const unsigned = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const forged of [
      ofService.token,
      `visitor.${context}`,
      `visitor.${unsigned}.${claims}.`,
      `visitor.${head}.${claims}.${signature.slice(0, -4)}AAAA`,
      'visitor.',
      'visitor.a.b.c',
    ])
      await expect(tokens.verify(forged)).rejects.toMatchObject({ reason: 'unauthenticated' });
  });
});
