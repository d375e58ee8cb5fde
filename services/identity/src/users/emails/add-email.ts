/**
 * Stores a secondary email of a user. A retry (same operation id) returns the email of the first
 * attempt.
 */
import { isDuplicateKey } from '@forgemesh/data';
import { NotFoundError, ValidationError } from '@forgemesh/errors';
import type { Call, ResponseOf } from '@forgemesh/rpc';
import type { Email } from '@forgemesh/proto/identity/v1/email';
import {
  assertValidEmail,
  confirmationRequested,
  emailKeys,
  isEmailTaken,
  secondaryEmails,
  type UserDocument,
  type UserEmailDocument,
} from '#users/accounts';
import { presentEmail } from './email.entity';
import type { EmailsDeps } from './deps';

/** Limited, because all emails of a user are in one document. */
const MAX_EMAILS = 100;
const taken = { email: ['has already been taken'] };

/** Fields of a new email. */
export interface NewEmail {
  userId: number;
  email: string;
  isConfirmed: boolean;
}

/**
 * Adds an email. Throws ValidationError if it is invalid or belongs to a user already, and
 * NotFoundError if the user does not exist.
 */
export async function addEmail(
  call: Call<EmailsDeps>,
  { userId, email, isConfirmed }: NewEmail,
): Promise<ResponseOf<Email>> {
  const { deps, operationId } = call;
  const findEarlier = async () => findByOperation(await deps.users.find(userId), operationId);
  const earlier = await findEarlier();
  if (earlier) return presentEmail(earlier);
  assertValidEmail(email);
  if (await isEmailTaken(deps, email)) {
    // Added by a concurrent attempt of the same request.
    const concurrent = await findEarlier();
    if (concurrent) return presentEmail(concurrent);
    throw new ValidationError(taken);
  }
  const now = new Date();
  const added: UserEmailDocument = {
    id: await deps.sequences.next('emails'),
    ...(operationId !== undefined && { operation_id: operationId }),
    email,
    email_lower: email.toLowerCase(),
    confirmed_at: isConfirmed ? now : null,
    created_at: now,
  };
  return presentEmail(await store(call, userId, added));
}

async function store(call: Call<EmailsDeps>, userId: number, added: UserEmailDocument): Promise<UserEmailDocument> {
  const { deps, principal } = call;
  try {
    const user = await deps.users.mutate(userId, (document) => {
      if (findByOperation(document, added.operation_id)) return null;
      const emails = [...secondaryEmails(document), added];
      if (emails.length > MAX_EMAILS) throw new ValidationError({ base: [`can have at most ${MAX_EMAILS} emails`] });
      const event = {
        type: 'identity.email.created' as const,
        actor: principal.id,
        changes: { email: presentEmail(added) },
      };
      const mails = added.confirmed_at ? [] : [confirmationRequested(added.email, principal.id)];
      return { set: { emails, email_keys: emailKeys({ ...document, emails }) }, events: [event, ...mails] };
    });
    if (!user) throw new NotFoundError('User');
    return findByOperation(user, added.operation_id) ?? added;
  } catch (error) {
    // Added by a concurrent request.
    if (isDuplicateKey(error)) throw new ValidationError(taken);
    throw error;
  }
}

function findByOperation(user: UserDocument | null, operationId: string | undefined): UserEmailDocument | undefined {
  if (!user || operationId === undefined) return undefined;
  return secondaryEmails(user).find(({ operation_id: id }) => id === operationId);
}
