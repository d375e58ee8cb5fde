import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSigner, gitTarget, serviceContext } from '@forgemesh/rpc';
import { createLfsTokens, TOKEN_SECONDS } from './lfs-tokens';

const folder = mkdtempSync(join(tmpdir(), 'forgemesh-lfs-tokens-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Creates the key of a process; returns its file and its public key. */
function createKey(name: string): { file: string; jwk: object } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const file = join(folder, `${name}.pem`);
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  return { file, jwk: publicKey.export({ format: 'jwk' }) };
}

describe('tokens for large files', () => {
  const [current, former, foreign] = ['current', 'former', 'foreign'].map(createKey) as [
    ReturnType<typeof createKey>,
    ReturnType<typeof createKey>,
    ReturnType<typeof createKey>,
  ];
  const trusted = join(folder, 'trusted.json');
  const keys = [current, former].map(({ jwk }) => ({ ...jwk, kid: 'gateway' }));
  writeFileSync(trusted, JSON.stringify({ keys: [...keys, { ...foreign.jwk, kid: 'projects' }] }));
  const tokens = createLfsTokens(current.file, trusted);
  const request = { projectPath: 'group/demo', repository: 'project' as const, isPush: false };
  afterEach(() => jest.useRealTimers());

  it('state who may read or change the files of one project', async () => {
    const reading = await tokens.issue('digest', request);
    expect(await tokens.open(reading, request)).toEqual({
      fingerprint_sha256: 'digest',
      scopes: ['read_repository'],
    });
    expect(await tokens.open(reading, { ...request, projectPath: 'group/other' })).toBeUndefined();
    const writing = await tokens.issue('digest', { ...request, isPush: true });
    expect(await tokens.open(writing, request)).toMatchObject({ scopes: ['write_repository'] });
  });

  it('are accepted by all gateways, and from no other process', async () => {
    const earlier = await createLfsTokens(former.file, trusted).issue('digest', request);
    expect(await tokens.open(earlier, request)).toBeDefined();
    const forged = await createLfsTokens(foreign.file, trusted).issue('digest', request);
    expect(await tokens.open(forged, request)).toBeUndefined();
    const context = await createSigner('gateway', current.file).sign(serviceContext('x'), gitTarget(1, 'project'));
    expect(await tokens.open(`lfs.${context}`, request)).toBeUndefined();
    for (const password of [undefined, '', 'lfs.', 'lfs.a.b.c', 'glpat-x']) {
      expect(await tokens.open(password, request)).toBeUndefined();
    }
  });

  it('expire', async () => {
    const token = await tokens.issue('digest', request);
    jest.useFakeTimers({ now: Date.now() + (TOKEN_SECONDS + 1) * 1000, doNotFake: ['nextTick', 'setImmediate'] });
    expect(await tokens.open(token, request)).toBeUndefined();
  });
});
