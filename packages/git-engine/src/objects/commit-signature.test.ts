import { localGit } from '../testing/local-context';
import { ScratchRepository } from '../testing/scratch-repository';
import { commitSignature } from './commit-signature';

describe('the signature of a commit', () => {
  const git = localGit();
  const scratch = new ScratchRepository();
  const plain = scratch.commit('plain\n\ngpgsig not a header');

  afterAll(() => {
    git.close();
    scratch.remove();
  });

  it('is separated from the signed payload', async () => {
    const content = scratch.git('cat-file', 'commit', plain) + '\n';
    const signature = '-----BEGIN PGP SIGNATURE-----\n\nabc\n=def\n-----END PGP SIGNATURE-----\n';
    const header = `gpgsig ${signature.trimEnd().replaceAll('\n', '\n ')}\n`;
    const at = content.indexOf('\n\n') + 1;
    const signed = `${content.slice(0, at)}${header}${content.slice(at)}`;
    const id = scratch.gitWith({ input: signed }, 'hash-object', '-t', 'commit', '-w', '--stdin');
    const found = await commitSignature(git.context, { repo: scratch.repo, id });
    expect(found?.signature).toBe(signature);
    expect(found?.payload.toString()).toBe(content);
  });

  it('is null for an unsigned commit', async () => {
    expect(await commitSignature(git.context, { repo: scratch.repo, id: plain })).toBeNull();
  });

  it('fails if the commit does not exist', async () => {
    const call = commitSignature(git.context, { repo: scratch.repo, id: '0'.repeat(40) });
    await expect(call).rejects.toMatchObject({ reason: 'object_not_found' });
  });
});
