/** Gets one of the caller's secondary emails. */
import { EmailServiceDefinition } from '@forgemesh/proto/identity/v1/email';
import { operation } from '#operation';
import { requireUser } from '#users/users/find-user';
import { presentEmail } from '../email.entity';
import { findEmail } from '../find-email';

export const getEmail = operation(EmailServiceDefinition.getEmail, async (request, { deps, principal }) =>
  presentEmail(findEmail(await requireUser(deps, principal.id), request.email_id)),
);
