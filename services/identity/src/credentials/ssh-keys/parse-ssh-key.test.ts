import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { newSshKey } from '#testing/new-keys';
import { parseSshKey } from './parse-ssh-key';

describe('parseSshKey', () => {
  it.each([
    ['rsa', {}, 2048],
    ['dsa', {}, 2048],
    ['ecdsa', { curve: 'P-256' }, 256],
    ['ecdsa', { curve: 'P-384' }, 384],
    ['ecdsa', { curve: 'P-521' }, 521],
    ['ed25519', {}, 256],
  ] as const)('reads %s %j', (type, options, bits) => {
    const key = newSshKey(type, options);
    const sha256 = createHash('sha256')
      .update(Buffer.from(key.split(' ')[1] ?? '', 'base64'))
      .digest('base64');
    expect(parseSshKey(key)).toEqual({
      text: key,
      type,
      bits,
      fingerprint: expect.stringMatching(/^([0-9a-f]{2}:){15}[0-9a-f]{2}$/),
      fingerprint_sha256: sha256.replace(/=+$/, ''),
    });
  });

  it('computes the same fingerprints as other programs', () => {
    const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl';
    expect(parseSshKey(key)).toMatchObject({
      fingerprint: '65:96:2d:fc:e8:d5:a9:11:64:0c:0f:ea:00:6e:5b:bd',
      fingerprint_sha256: '+DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvCOqU',
    });
  });

  it('normalizes white space and keeps the comment', () => {
    const key = newSshKey('rsa');
    const broken = key.replace(/(.{70})/g, '$1\n  ').replace(/^ssh-rsa /, 'ssh-rsa  ');
    expect(parseSshKey(`  ${broken}\n me@host   at home\n`)?.text).toBe(`${key} me@host at home`);
  });

  it('accepts only one encoding of a key', () => {
    const key = newSshKey('ed25519');
    expect(parseSshKey(key.replace('ssh-ed25519', 'ssh-rsa'))).toBeUndefined();
    expect(parseSshKey(`${key}AAAA`)).toBeUndefined();
    expect(parseSshKey(key.slice(0, -4))).toBeUndefined();
  });

  it('refuses points that are not on their curve', () => {
    const [type, encoded = ''] = newSshKey('ecdsa').split(' ');
    const blob = Buffer.from(encoded, 'base64');
    blob[blob.length - 1] = (blob.at(-1) ?? 0) ^ 1;
    expect(parseSshKey(`${type} ${blob.toString('base64')}`)).toBeUndefined();
  });

  it('survives any text and any change of a key', () => {
    const keys = [newSshKey('rsa'), newSshKey('dsa'), newSshKey('ecdsa'), newSshKey('ed25519')];
    const changed = fc.tuple(fc.constantFrom(...keys), fc.nat(), fc.nat(255)).map(([key, at, byte]) => {
      const [type, encoded = ''] = key.split(' ');
      const blob = Buffer.from(encoded, 'base64');
      blob[at % blob.length] = byte;
      return `${type} ${blob.toString('base64')}`;
    });
    const generated = fc
      .uint8Array({ maxLength: 300 })
      .map((bytes) => `ssh-rsa ${Buffer.from(bytes).toString('base64')}`);
    fc.assert(
      fc.property(fc.oneof(fc.string(), changed, generated), (text) => {
        const parsed = parseSshKey(text);
        if (parsed) expect(parseSshKey(parsed.text)).toEqual(parsed);
      }),
      { numRuns: 500 },
    );
  });

  it('is fast for the worst text within the limit', () => {
    const endless = Buffer.concat([
      Buffer.from([0, 0, 0, 7]),
      Buffer.from('ssh-rsa'),
      Buffer.from([0x7f, 255, 255, 255]),
    ]);
    const started = process.cpuUsage();
    expect(parseSshKey(`ssh-rsa ${'A '.repeat(2490)}`)).toBeUndefined();
    expect(parseSshKey(`ssh-rsa ${endless.toString('base64')} ${'AAAA '.repeat(990)}`)).toBeUndefined();
    // CPU time, with room for the compiler and the garbage collector.
    expect(process.cpuUsage(started).user).toBeLessThan(10_000_000);
  });
});
