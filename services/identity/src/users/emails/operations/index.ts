import { createEmail } from './create-email';
import { createUserEmail } from './create-user-email';
import { deleteEmail } from './delete-email';
import { deleteUserEmail } from './delete-user-email';
import { getEmail } from './get-email';
import { listCurrentUserEmails } from './list-current-user-emails';
import { listUserEmails } from './list-user-emails';

/** The operations on secondary emails. */
export const operations = [
  listCurrentUserEmails,
  listUserEmails,
  getEmail,
  createEmail,
  createUserEmail,
  deleteEmail,
  deleteUserEmail,
];
