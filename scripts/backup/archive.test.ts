// Encrypted and signed backups, and what is refused.

import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync, createGzip } from 'node:zlib';
import { createBackup, openBackup, type OpenedBackup } from './archive.ts';
import { createEncryption } from './encryption.ts';
import { publicKeyOf, signingKeysOf } from './signature.ts';
import { trustedKeys } from './trusted-keys.ts';

const passphrase = 'correct horse battery staple';
const content = 'what only the owner may read\n'.repeat(10_000);
const secretsOf = (secret: string): Map<string, Buffer> => new Map([['secret', Buffer.from(`${secret}\n`)]]);
const own = secretsOf('derive:11,22');

describe('a backup', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'forgemesh-archive-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const create = async ({ phrase, secrets = own }: { phrase?: string; secrets?: Map<string, Buffer> } = {}) => {
    const encryption = phrase === undefined ? undefined : await createEncryption(phrase, 4);
    const [signingKey] = signingKeysOf(secrets);
    const backup = createBackup(folder, { encryption, signingKey });
    await backup.write('databases/projects/rows', [Buffer.from(content)], { through: [createGzip()] });
    await backup.write('events/empty', []);
    await backup.finish({ revision: 'test', counts: { documents: 1 } });
  };
  const open = (phrase?: string): Promise<OpenedBackup> => openBackup(folder, { passphrase: phrase });
  const publicKeys = signingKeysOf(own).map(publicKeyOf);
  const filesOf = (): string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort();

  describe('with a passphrase', () => {
    it('contains nothing readable, and returns what was written', async () => {
      await create({ phrase: passphrase });
      expect(filesOf()).toEqual(['empty.age', 'key.age', 'manifest.json.age', 'rows.age', 'signature.json']);
      for (const name of ['databases/projects/rows.age', 'manifest.json.age', 'key.age']) {
        const stored = readFileSync(join(folder, name));
        expect(stored.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n/);
        expect(stored.includes('documents') || stored.includes('owner')).toBe(false);
      }
      const backup = await open(passphrase);
      expect(backup.manifest).toMatchObject({ format: 3, counts: { documents: 1 } });
      await backup.verify(() => undefined);
      const parts: Buffer[] = [];
      for await (const part of backup.read('databases/projects/rows')) parts.push(part as Buffer);
      expect(gunzipSync(Buffer.concat(parts)).toString()).toBe(content);
      expect(await text(backup.read('events/empty'))).toBe('');
    });

    it('is refused with a wrong or missing passphrase', async () => {
      await create({ phrase: passphrase });
      await expect(open('another')).rejects.toThrow('The passphrase of the backup');
      await expect(open()).rejects.toThrow('is encrypted: name a file with its passphrase');
    });

    it('is refused if it was replaced by one that is not encrypted', async () => {
      await create();
      await expect(open(passphrase)).rejects.toThrow('is not encrypted, although a passphrase is given');
    });

    it('is refused if its manifest was replaced by that of another backup', async () => {
      await create({ phrase: passphrase });
      const stolen = readFileSync(join(folder, 'manifest.json.age'));
      rmSync(folder, { recursive: true });
      await create({ phrase: passphrase });
      writeFileSync(join(folder, 'manifest.json.age'), stolen);
      await expect(open(passphrase)).rejects.toThrow('the manifest in');
    });
  });

  describe('with a signature', () => {
    it.each([undefined, passphrase])('is accepted by its instance, also after a rotation (%s)', async (phrase) => {
      await create({ phrase });
      const backup = await open(phrase);
      expect(() => backup.assertSigned(publicKeys)).not.toThrow();
      const rotated = trustedKeys(secretsOf('derive:33,derive:11'), { target: undefined });
      expect(() => backup.assertSigned(rotated)).not.toThrow();
    });

    it.each([undefined, passphrase])('is refused if anything was changed (%s)', async (phrase) => {
      await create({ phrase });
      const suffix = phrase ? '.age' : '';
      appendFileSync(join(folder, `databases/projects/rows${suffix}`), 'x');
      await expect((await open(phrase)).verify(() => undefined)).rejects.toThrow('does not match its checksum');
      rmSync(folder, { recursive: true });
      await create({ phrase });
      const forged = { public_key: publicKeys[0], signature: Buffer.alloc(64).toString('base64url') };
      writeFileSync(join(folder, 'signature.json'), JSON.stringify(forged));
      const backup = await open(phrase);
      expect(() => backup.assertSigned(publicKeys)).toThrow('was changed after it was signed');
    });

    it('is refused if the manifest was changed together with a file', async () => {
      await create();
      const path = join(folder, 'manifest.json');
      writeFileSync(path, readFileSync(path, 'utf8').replace('"documents": 1', '"documents": 2'));
      const backup = await open();
      expect(() => backup.assertSigned(publicKeys)).toThrow('was changed after it was signed');
    });

    it('is refused if another instance made it', async () => {
      const other = secretsOf('derive:44');
      await create({ secrets: other });
      const backup = await open();
      expect(() => backup.assertSigned(publicKeys)).toThrow('was signed by another instance');
      expect(() => backup.assertSigned(trustedKeys(other, { target: undefined }))).not.toThrow();
      const publicKey = publicKeys[0] as string;
      expect(() => backup.assertSigned(trustedKeys(other, { target: undefined, publicKey }))).toThrow(
        'was signed by another instance',
      );
    });

    it('is refused if the signature is missing or damaged', async () => {
      await create();
      const path = join(folder, 'signature.json');
      const damaged = await open();
      for (const nonsense of ['null', '{']) {
        writeFileSync(path, nonsense);
        expect(() => damaged.assertSigned(publicKeys)).toThrow('cannot be read');
      }
      unlinkSync(path);
      expect(() => damaged.assertSigned(publicKeys)).toThrow('is not signed');
    });

    it('is verified with the secrets that the instance has already', async () => {
      await create();
      const target = mkdtempSync(join(tmpdir(), 'forgemesh-target-'));
      try {
        const backup = await open();
        const nothing = trustedKeys(undefined, { target });
        expect(() => backup.assertSigned(nothing)).toThrow('name its public key with --public-key');
        writeFileSync(join(target, 'secret'), 'derive:11,22');
        expect(() => backup.assertSigned(trustedKeys(undefined, { target }))).not.toThrow();
      } finally {
        rmSync(target, { recursive: true });
      }
    });

    it('needs no key of its own: it belongs to the secret, or that of identity', () => {
      expect(publicKeys[0]).toMatch(/^[\w-]{43}$/);
      expect(new Set(publicKeys).size).toBe(2);
      const separate = new Map([['secret-identity', Buffer.from('derive:11')]]);
      expect(signingKeysOf(separate).map(publicKeyOf)).toEqual([publicKeys[0]]);
      expect(signingKeysOf(new Map())).toEqual([]);
    });
  });

  it('is complete only with its manifest', async () => {
    await create({ phrase: passphrase });
    renameSync(join(folder, 'manifest.json.age'), join(folder, 'moved'));
    await expect(open(passphrase)).rejects.toThrow('There is no complete backup in');
  });
});
