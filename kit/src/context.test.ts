import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Metadata } from '@grpc/grpc-js';
import { createSigner, createVerifier, receiveContext, sendContext, serviceContext } from './context';
import { REQUEST_ID_KEY } from './wire';

/** A pair for these tests alone. */
const key = `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIEV5eVXJgXNDxo336gwSn21B0CfNPgpdMfbDri7GlCb3
-----END PRIVATE KEY-----
`;
const certificate = `-----BEGIN CERTIFICATE-----
MIIBOjCB7aADAgECAhQ1ZuUXz5T5/Nn5VJNblwto6LS9bDAFBgMrZXAwEjEQMA4G
A1UEAwwHZ2F0ZXdheTAgFw0yNjExMjIwMjU0NDlaGA8yMTI2MTAyOTAyNTQ0OVow
EjEQMA4GA1UEAwwHZ2F0ZXdheTAqMAUGAytlcAMhABisrsPfNczRKu4dnTIPfxnu
aB3YFLzlmYU1HxrZiB2So1MwUTAdBgNVHQ4EFgQU8u4RQZLaQJOi7JIEtjDpoYUO
lhcwHwYDVR0jBBgwFoAU8u4RQZLaQJOi7JIEtjDpoYUOlhcwDwYDVR0TAQH/BAUw
AwEB/zAFBgMrZXADQQBLdAdR9AGC119ko0i/V8E+5m6UatBQBLSuuGGUu3+OSyIC
ROdDn7o2bkk85edritS3Zie/QMb9Ly2bYn5H8CUM
-----END CERTIFICATE-----
`;

describe('createVerifier with a folder of certificates', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forgemesh-certificates-'));
  const keyFile = join(folder, 'gateway.pem');

  beforeAll(() => {
    writeFileSync(keyFile, key);
    writeFileSync(join(folder, 'gateway.crt'), certificate);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('believes the process that a certificate is named after', async () => {
    const token = await createSigner('gateway', keyFile).sign(serviceContext('request-1'));
    await expect(createVerifier(folder).verify(token)).resolves.toMatchObject({ issuer: 'gateway' });
  });

  it('refuses another name for the same key', async () => {
    const token = await createSigner('projects', keyFile).sign(serviceContext('request-1'));
    await expect(createVerifier(folder).verify(token)).rejects.toMatchObject({ reason: 'unauthenticated' });
  });

  describe('a context', () => {
    const user = { id: 7, username: 'a', name: 'A', admin: false, external: false };
    const context = { ...serviceContext('request-1'), user };

    it('is signed once where it says the same, and anew where it does not', async () => {
      const signer = createSigner('gateway', keyFile);
      const signed = signer.sign(context);
      expect(signer.sign({ ...context, user: { ...user } })).toBe(signed);
      const other = signer.sign({ ...context, user: { ...user, id: 8 } });
      expect(await other).not.toBe(await signed);
      const verifier = createVerifier(folder);
      expect((await verifier.verify(await signed)).user?.id).toBe(7);
      expect((await verifier.verify(await other)).user?.id).toBe(8);
    });

    it('is verified once, and changed by no call that shares it', async () => {
      const verifier = createVerifier(folder);
      const token = await createSigner('gateway', keyFile).sign(context);
      const verified = await verifier.verify(token);
      expect(await verifier.verify(token)).toBe(verified);
      expect(() => Object.assign(verified.user as object, { admin: true })).toThrow(TypeError);
      await expect(verifier.verify(`${token}x`)).rejects.toMatchObject({ reason: 'unauthenticated' });
    });

    it('is over after a minute, also where it was verified before, and signed anew before that', async () => {
      jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
      try {
        const [signer, verifier] = [createSigner('gateway', keyFile), createVerifier(folder)];
        const token = await signer.sign(context);
        await verifier.verify(token);
        jest.advanceTimersByTime(30_000);
        const later = await signer.sign(context);
        expect(later).not.toBe(token);
        jest.advanceTimersByTime(31_000);
        await expect(verifier.verify(token)).rejects.toMatchObject({ reason: 'unauthenticated' });
        expect((await verifier.verify(later)).user).toEqual(user);
      } finally {
        jest.useRealTimers();
      }
    });

    it('travels with the id of the request beside it, so that many requests have the same', async () => {
      const [signer, verifier] = [createSigner('gateway', keyFile), createVerifier(folder)];
      const receive = async (requestId: string, beside?: string) => {
        const metadata = new Metadata();
        await sendContext(signer, { ...context, request_id: requestId }, metadata);
        if (beside !== undefined) metadata.set(REQUEST_ID_KEY, beside);
        return receiveContext(verifier, metadata);
      };
      expect(await receive('request-1')).toMatchObject({ user, request_id: 'request-1' });
      expect(await receive('request-2')).toMatchObject({ user, request_id: 'request-2' });
      expect((await receive('')).request_id).toMatch(/^[0-9a-f-]{36}$/);
      expect((await receive('', 'x'.repeat(1_000))).request_id).toMatch(/^[0-9a-f-]{36}$/);
      await expect(receiveContext(verifier, new Metadata())).rejects.toMatchObject({ reason: 'unauthenticated' });
    });
  });
});
