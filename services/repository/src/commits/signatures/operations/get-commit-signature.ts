import { isDeepStrictEqual } from 'node:util';
import { NotFoundError } from '@forgemesh/errors';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import {
  CommitSignatureServiceDefinition,
  type CommitSignature,
} from '@forgemesh/proto/repository/v1/commit_signature';
import { locateRepository, resolveCommit } from '../../commits/resolve-commit';
import { operation } from '../../../operation';
import type { Repositories } from '../../../deps';
import type { CommitSignatureDocument, Verification } from '../commit-signature.model';
import { readOpenPgpSignature, verifySignature } from '../verify-signature';

/** Gets the signature of a commit. */
export const getCommitSignature = operation(
  CommitSignatureServiceDefinition.getCommitSignature,
  async (request, call) => {
    const id = await resolveCommit(call, request.sha);
    if (id === null) throw new NotFoundError('Commit');
    const known = await call.deps.commitSignatures.findById(keyOf(call, id)).lean<CommitSignatureDocument>();
    return presentVerification(known ?? (await verifyCommit(call, id)));
  },
);

/**
 * Verifies a commit and keeps the outcome. Throws NotFoundError where it has no OpenPGP signature.
 */
async function verifyCommit(call: Call<Repositories>, id: string): Promise<Verification> {
  const { git, clients, commitSignatures } = call.deps;
  const { repo, project_id } = locateRepository(call);
  const [signed, { committer }] = await Promise.all([git.commitSignature({ repo, id }), git.getCommit({ repo, id })]);
  const read = signed && (await readOpenPgpSignature(signed.signature));
  if (!read) throw new NotFoundError('GPG Signature');
  const askForKeys = () => clients.keys.listGpgKeys({ key_ids: [read.key_id] });
  const { gpg_keys: keys } = await askForKeys();
  const verification = await verifySignature(read, signed.payload, committer.email, keys);
  const _id = keyOf(call, id);
  await commitSignatures.updateOne({ _id }, { $set: { ...verification, project_id } }, { upsert: true });
  // A change of the keys drops what is kept; one that was told of before it was kept would be
  // missed.
  const { gpg_keys: keysNow } = await askForKeys();
  if (!isDeepStrictEqual(keys, keysNow)) await commitSignatures.deleteOne({ _id });
  return verification;
}

function keyOf(call: Call<Repositories>, commitId: string): string {
  return `${call.resource().id}:${commitId}`;
}

function presentVerification(verification: Verification): ResponseOf<CommitSignature> {
  return {
    gpg_key_id: verification.gpg_key_id ?? null,
    gpg_key_primary_keyid: verification.primary_keyid,
    gpg_key_user_name: verification.user_name ?? null,
    gpg_key_user_email: verification.user_email ?? null,
    verification_status: verification.status,
    gpg_key_subkey_id: verification.subkey_id ?? null,
  };
}
