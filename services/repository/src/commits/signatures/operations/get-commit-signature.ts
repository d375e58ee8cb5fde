import { isDeepStrictEqual } from 'node:util';
import { NotFoundError } from '@forgemesh/errors';
import { operation, type ResponseOf, type Call } from '@forgemesh/rpc';
import {
  CommitSignatureServiceDefinition,
  type CommitSignature,
} from '@forgemesh/proto/repository/v1/commit_signature';
import { locateRepository, resolveCommit } from '#commits';
import type { CommitSignatureDocument, Verification } from '../commit-signature.model';
import { parseOpenPgpSignature, verifySignature } from '../verify-signature';
import type { SignaturesDeps } from '../deps';

/** Gets the signature of a commit. */
export const getCommitSignature = operation(
  CommitSignatureServiceDefinition.getCommitSignature,
  async (request, call: Call<SignaturesDeps>) => {
    const id = await resolveCommit(call, request.sha);
    if (id === null) throw new NotFoundError('Commit');
    const cached = await call.deps.commitSignatures.findById(keyOf(call, id)).lean<CommitSignatureDocument>();
    return presentVerification(cached ?? (await verifyCommit(call, id)));
  },
);

/**
 * Verifies a commit and caches the result. Throws NotFoundError when it has no OpenPGP signature.
 */
async function verifyCommit(call: Call<SignaturesDeps>, id: string): Promise<Verification> {
  const { git, clients, commitSignatures } = call.deps;
  const { repo, project_id } = locateRepository(call);
  const [signed, { committer }] = await Promise.all([git.commitSignature({ repo, id }), git.getCommit({ repo, id })]);
  const read = signed && (await parseOpenPgpSignature(signed.signature));
  if (!read) throw new NotFoundError('GPG Signature');
  const fetchKeys = () => clients.keys.listGpgKeys({ key_ids: [read.key_id] });
  const { gpg_keys: keys } = await fetchKeys();
  const verification = await verifySignature(read, signed.payload, committer.email, keys);
  const _id = keyOf(call, id);
  await commitSignatures.updateOne({ _id }, { $set: { ...verification, project_id } }, { upsert: true });
  // A key change invalidates the cached results; a change whose event came before the result was
  // cached would be missed.
  const { gpg_keys: currentKeys } = await fetchKeys();
  if (!isDeepStrictEqual(keys, currentKeys)) await commitSignatures.deleteOne({ _id });
  return verification;
}

function keyOf(call: Call<SignaturesDeps>, commitId: string): string {
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
