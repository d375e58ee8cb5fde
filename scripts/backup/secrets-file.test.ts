// Writing, opening and rejecting the secrets file.

import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBackup, openBackup } from './archive.ts';
import { findSecrets } from './find-secrets.ts';
import { findSecretsFile, newSecretsFile, readSecretsFile, writeSecretsFile } from './secrets-file.ts';

const passphrase = 'correct horse battery staple';
const secrets = new Map([
  ['keys/gateway.pem', Buffer.from('a private key')],
  ['root-token', Buffer.from('glpat-root')],
  ['secret', Buffer.from(`${'ab'.repeat(32)}\n`)],
]);

describe('the secrets file of a backup', () => {
  let parent: string;
  let folder: string;

  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'forgemesh-secrets-'));
    folder = join(parent, 'today');
  });
  afterEach(() => rmSync(parent, { recursive: true, force: true }));

  const write = async (phrase?: string) => {
    const path = newSecretsFile(folder, { passphrase: phrase });
    return { path, record: await writeSecretsFile(path, secrets, phrase, 10) };
  };

  it.each([undefined, passphrase])('contains what was written (passphrase: %s)', async (phrase) => {
    const { path, record } = await write(phrase);
    expect(path).toBe(phrase ? `${folder}.secrets.tar.age` : `${folder}.secrets.tar`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(record).toMatchObject({ is_encrypted: phrase !== undefined, key_ids: [expect.stringMatching(/^\w{8}$/)] });
    expect(findSecretsFile(folder, record)).toBe(path);
    expect(await readSecretsFile(path, phrase, record)).toEqual(secrets);
    const content = readFileSync(path);
    expect(content.includes('glpat-root')).toBe(phrase === undefined);
  });

  it('is encrypted in the age format', async () => {
    const path = newSecretsFile(folder, { passphrase });
    await writeSecretsFile(path, secrets, passphrase);
    expect(readFileSync(path).toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S+ 18\n/);
  });

  it('is found beside a renamed folder', async () => {
    const { path, record } = await write();
    renameSync(path, join(parent, 'renamed.secrets.tar'));
    expect(findSecretsFile(join(parent, 'renamed'), record)).toBe(join(parent, 'renamed.secrets.tar'));
    expect(findSecretsFile(folder, record)).toBeUndefined();
  });

  it('never overwrites a file, and is never written into the folder of the data', async () => {
    await write();
    expect(() => newSecretsFile(folder, {})).toThrow('exists: each backup needs its own secrets file');
    expect(() => newSecretsFile(folder, { path: join(folder, 'secrets.tar') })).toThrow('must be outside the folder');
  });

  it('is refused with a wrong, missing or unnecessary passphrase', async () => {
    const { path, record } = await write(passphrase);
    await expect(readSecretsFile(path, 'wrong', record)).rejects.toThrow('The passphrase of the secrets file');
    await expect(readSecretsFile(path, undefined, record)).rejects.toThrow(
      'is encrypted: name a file with its passphrase',
    );
    const plain = await write();
    await expect(readSecretsFile(plain.path, passphrase, plain.record)).rejects.toThrow('is not encrypted');
  });

  it.each([undefined, passphrase])('is refused if one byte was changed (passphrase: %s)', async (phrase) => {
    const { path, record } = await write(phrase);
    const content = readFileSync(path);
    const at = phrase ? content.length - 20 : content.indexOf('glpat-root');
    content[at] = (content[at] ?? 0) ^ 1;
    for (const target of [path, join(parent, 'elsewhere.tar')]) {
      writeFileSync(target, content);
      await expect(readSecretsFile(target, phrase, record)).rejects.toThrow('is damaged or was changed');
    }
  });

  it('is refused if it is truncated, not an archive, or unreadable', async () => {
    const { path, record } = await write(passphrase);
    for (const content of [readFileSync(path).subarray(0, 200), 'age-encryption.org/v1\nnonsense']) {
      writeFileSync(path, content);
      await expect(readSecretsFile(path, passphrase, record)).rejects.toThrow(/is damaged or was changed/);
    }
    const other = join(parent, 'letter.txt');
    writeFileSync(other, 'Dear reader');
    await expect(readSecretsFile(other, undefined, record)).rejects.toThrow('is damaged or was changed');
    await expect(readSecretsFile(join(parent, 'none'), undefined, record)).rejects.toThrow('cannot be read (ENOENT)');
  });

  it('is refused if it belongs to another instance', async () => {
    const { path, record } = await write();
    await expect(readSecretsFile(path, undefined, { ...record, key_ids: ['00000000'] })).rejects.toThrow(
      'belongs to another instance',
    );
  });

  describe('during a restore', () => {
    let target: string;

    beforeEach(() => {
      target = join(parent, 'data');
      mkdirSync(target);
    });

    const backup = async (phrase?: string) => {
      const { path, record } = await write(phrase);
      await createBackup(folder).finish({ revision: 'test', counts: {}, secrets: record });
      return { path, opened: await openBackup(folder) };
    };

    it('is opened beside the data, or at a given path', async () => {
      const { path, opened } = await backup(passphrase);
      expect(await findSecrets(opened, { folder, target, passphrase })).toEqual(secrets);
      const moved = join(parent, 'moved');
      renameSync(path, moved);
      expect(await findSecrets(opened, { folder, target, file: moved, passphrase })).toEqual(secrets);
    });

    it('is required if the instance has no secrets', async () => {
      const { path, opened } = await backup();
      rmSync(path);
      await expect(findSecrets(opened, { folder, target })).rejects.toThrow(
        `The secrets of the backup are missing: today.secrets.tar is not beside ${folder}.`,
      );
      // The secrets are not part of this restore.
      expect(await findSecrets(opened, { folder, target: undefined })).toBeUndefined();
      await expect(findSecrets(opened, { folder, target: undefined, file: path })).rejects.toThrow(
        '--secrets must name',
      );
    });

    it('is only unnecessary for an instance with the same secret', async () => {
      const { path, opened } = await backup();
      writeFileSync(join(target, 'secret'), secrets.get('secret') ?? '');
      await expect(findSecrets(opened, { folder, target })).rejects.toThrow('belongs to a mesh');
      rmSync(path);
      expect(await findSecrets(opened, { folder, target })).toBeUndefined();
      // During a rotation the target has an additional key.
      writeFileSync(join(target, 'secret'), `${'cd'.repeat(32)},${'ab'.repeat(32)}`);
      expect(await findSecrets(opened, { folder, target })).toBeUndefined();
      writeFileSync(join(target, 'secret'), 'cd'.repeat(32));
      await expect(findSecrets(opened, { folder, target })).rejects.toThrow('is not that of the backup');
    });

    it('is absent from a backup in format 1, which contains the secrets', async () => {
      const old = createBackup(folder);
      for (const [name, content] of secrets) await old.write(`secrets/${name}`, [content]);
      const manifest = await old.finish({ revision: 'test', counts: {} });
      writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, format: 1 }));
      expect(await findSecrets(await openBackup(folder), { folder, target })).toEqual(secrets);
      writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, format: 4 }));
      await expect(openBackup(folder)).rejects.toThrow('has format 4, this version restores 1, 2, 3');
    });

    it('is absent from a backup without secrets', async () => {
      await createBackup(folder).finish({ revision: 'test', counts: {} });
      await expect(findSecrets(await openBackup(folder), { folder, target })).rejects.toThrow(
        'was made without secrets',
      );
      writeFileSync(join(target, 'secret'), 'ab'.repeat(32));
      await expect(findSecrets(await openBackup(folder), { folder, target })).rejects.toThrow('cannot be compared');
    });
  });
});
