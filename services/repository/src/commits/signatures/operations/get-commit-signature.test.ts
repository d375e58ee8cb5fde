import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { api, asRoot, createUser, waitFor, mesh, borrowMember, type TestUser } from '@forgemesh/testing';
import { createMessage, generateKey, readPrivateKey, sign } from 'openpgp';
import { expectStatus, createEmptyRepository, createRepository, type TestRepository } from '#testing/fixtures';
import { GitClone } from '#testing/git-client';

interface KeyPair {
  publicKey: string;
  privateKey: string;
}

function createKey(email: string, subkeys: { sign: boolean }[] = []): Promise<KeyPair> {
  return generateKey({ type: 'ecc', curve: 'ed25519', userIDs: [{ name: 'Ada', email }], subkeys, format: 'armored' });
}

async function signatureOf(text: string, { privateKey }: KeyPair): Promise<string> {
  const message = await createMessage({ binary: Buffer.from(text) });
  const signingKeys = await readPrivateKey({ armoredKey: privateKey });
  return (await sign({ message, signingKeys, detached: true, format: 'armored' })) as string;
}

/** Pushes a signed commit to `main`; `alter` modifies the payload after signing. */
async function pushSigned(
  project: TestRepository,
  key: KeyPair,
  committer: string,
  alter: (payload: string) => string = (payload) => payload,
): Promise<string> {
  const clone = await GitClone.of(project, mesh().rootToken);
  try {
    await clone.commit('a.txt', committer);
    const tree = (await clone.run('rev-parse', 'HEAD^{tree}')).output;
    const people = `author Ada <${committer}> 1700000000 +0000\ncommitter Ada <${committer}> 1700000000 +0000\n`;
    const payload = `tree ${tree}\n${people}\nSigned\n`;
    const header = `gpgsig ${(await signatureOf(payload, key)).trim().replace(/\r?\n/g, '\n ')}\n`;
    const file = join(clone.folder, '.git', 'signed');
    writeFileSync(file, alter(payload).replace(people, `${people}${header}`));
    const id = (await clone.run('hash-object', '-t', 'commit', '-w', file)).output;
    await clone.run('update-ref', 'refs/heads/main', id);
    const pushed = await clone.run('push', '-q', 'origin', 'main');
    if (pushed.code !== 0) throw new Error(pushed.output);
    return id;
  } finally {
    clone.remove();
  }
}

async function addKey(user: TestUser, { publicKey }: KeyPair): Promise<number> {
  return expectStatus(await user.api.post('/user/gpg_keys', { key: publicKey }), 201).id;
}

async function signature(project: TestRepository, sha: string) {
  return expectStatus(await asRoot().get(`${project.repository}/commits/${sha}/signature`), 200);
}

const emailOf = (user: TestUser): string => `${user.username}@example.com`;

describe('GET /projects/:id/repository/commits/:sha/signature', () => {
  it('is verified if the committer owns the key and its email', async () => {
    const [project, user] = [await createEmptyRepository(), await createUser()];
    const key = await createKey(emailOf(user));
    const gpgKeyId = await addKey(user, key);
    const id = await pushSigned(project, key, emailOf(user));
    const expected = {
      gpg_key_id: gpgKeyId,
      gpg_key_primary_keyid: expect.stringMatching(/^[0-9A-F]{16}$/),
      gpg_key_user_name: 'Ada',
      gpg_key_user_email: emailOf(user),
      verification_status: 'verified',
      gpg_key_subkey_id: null,
    };
    expect(await signature(project, id)).toEqual(expected);
    expect(await signature(project, 'main')).toEqual(expected);
    const commit = await asRoot().get(`${project.repository}/commits/${id}`);
    expect(commit.body.has_signature).toBe(true);
  });

  it('returns the subkey that signed', async () => {
    const [project, user] = [await createEmptyRepository(), await createUser()];
    const key = await createKey(emailOf(user), [{ sign: true }]);
    await addKey(user, key);
    const found = await signature(project, await pushSigned(project, key, emailOf(user)));
    expect(found.verification_status).toBe('verified');
    expect(found.gpg_key_subkey_id).toMatch(/^[0-9A-F]{16}$/);
    expect(found.gpg_key_subkey_id).not.toBe(found.gpg_key_primary_keyid);
  });

  it('is unverified if another payload was signed', async () => {
    const [project, user] = [await createEmptyRepository(), await createUser()];
    const key = await createKey(emailOf(user));
    await addKey(user, key);
    const id = await pushSigned(project, key, emailOf(user), (payload) => payload.replace('Signed', 'Forged'));
    expect((await signature(project, id)).verification_status).toBe('unverified');
  });

  it("distinguishes another email of the key's owner from that of another user", async () => {
    const user = await createUser();
    const key = await createKey(emailOf(user));
    await addKey(user, key);
    const second = `second-${emailOf(user)}`;
    const path = `/users/${user.id}/emails`;
    expectStatus(await asRoot().post(path, { email: second, skip_confirmation: true }), 201);
    const [own, foreign] = [await createEmptyRepository(), await createEmptyRepository()];
    const same = await signature(own, await pushSigned(own, key, second));
    expect(same).toMatchObject({ verification_status: 'same_user_different_email', gpg_key_user_email: emailOf(user) });
    const other = await signature(foreign, await pushSigned(foreign, key, `other-${emailOf(user)}`));
    expect(other.verification_status).toBe('other_user');
  });

  it('trusts no key without a confirmed email', async () => {
    const [project, user] = [await createEmptyRepository(), await createUser()];
    const key = await createKey(`not-${emailOf(user)}`);
    await addKey(user, key);
    const found = await signature(project, await pushSigned(project, key, emailOf(user)));
    expect(found.verification_status).toBe('unverified_key');
  });

  it('finds a key as long as a user has it', async () => {
    const [project, user] = [await createEmptyRepository(), await createUser()];
    const key = await createKey(emailOf(user));
    const id = await pushSigned(project, key, emailOf(user));
    expect(await signature(project, id)).toEqual({
      gpg_key_id: null,
      gpg_key_primary_keyid: expect.stringMatching(/^[0-9A-F]{16}$/),
      gpg_key_user_name: null,
      gpg_key_user_email: null,
      verification_status: 'unknown_key',
      gpg_key_subkey_id: null,
    });
    const gpgKeyId = await addKey(user, key);
    const status = async (): Promise<string> => (await signature(project, id)).verification_status;
    await waitFor(status, (found) => found === 'verified');
    expectStatus(await user.api.post(`/user/gpg_keys/${gpgKeyId}/revoke`), 202);
    await waitFor(status, (found) => found === 'unknown_key');
    expect(await signature(project, id)).toMatchObject({ gpg_key_id: null, gpg_key_user_email: null });
    await addKey(user, key);
    await waitFor(status, (found) => found === 'verified');
  });

  it('stays verified if the key is deleted, until it is revoked', async () => {
    const [project, user] = [await createEmptyRepository(), await createUser()];
    const key = await createKey(emailOf(user));
    const gpgKeyId = await addKey(user, key);
    const id = await pushSigned(project, key, emailOf(user));
    expect((await signature(project, id)).verification_status).toBe('verified');
    expectStatus(await user.api.delete(`/user/gpg_keys/${gpgKeyId}`), 204);
    const stored = await waitFor(
      () => signature(project, id),
      ({ gpg_key_id }) => gpg_key_id === null,
    );
    expect(stored).toMatchObject({ verification_status: 'verified', gpg_key_user_email: emailOf(user) });
    const again = await addKey(user, key);
    await waitFor(
      () => signature(project, id),
      ({ gpg_key_id }) => gpg_key_id === again,
    );
    expectStatus(await user.api.post(`/user/gpg_keys/${again}/revoke`), 202);
    await waitFor(
      () => signature(project, id),
      ({ verification_status: status }) => status === 'unknown_key',
    );
  });

  it('does not exist for an unsigned or unknown commit', async () => {
    const project = await createRepository();
    const unsigned = await asRoot().get(`${project.repository}/commits/main/signature`);
    expect([unsigned.status, unsigned.body]).toEqual([404, { message: '404 GPG Signature Not Found' }]);
    const unknown = await asRoot().get(`${project.repository}/commits/${'1'.repeat(40)}/signature`);
    expect([unknown.status, unknown.body]).toEqual([404, { message: '404 Commit Not Found' }]);
  });

  it('requires access to the code', async () => {
    const project = await createRepository();
    const path = `${project.repository}/commits/main/signature`;
    expect((await (await borrowMember(asRoot(), `/projects/${project.id}`, 10)).api.get(path)).status).toBe(403);
    expect((await api().get(path)).body).toEqual({ message: '404 Project Not Found' });
    expectStatus(await asRoot().put(`/projects/${project.id}`, { visibility: 'public' }), 200);
    expect((await api().get(path)).body).toEqual({ message: '404 GPG Signature Not Found' });
  });
});
