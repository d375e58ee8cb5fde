import { createEmail } from './operations/create-email';
import { createUserEmail } from './operations/create-user-email';
import { deleteEmail } from './operations/delete-email';
import { deleteUserEmail } from './operations/delete-user-email';
import { getEmail } from './operations/get-email';
import { listCurrentUserEmails } from './operations/list-current-user-emails';
import { listUserEmails } from './operations/list-user-emails';

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
