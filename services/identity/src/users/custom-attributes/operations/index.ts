import { deleteUserCustomAttribute } from './delete-user-custom-attribute';
import { getUserCustomAttribute } from './get-user-custom-attribute';
import { listUserCustomAttributes } from './list-user-custom-attributes';
import { setUserCustomAttribute } from './set-user-custom-attribute';

/** The operations on custom attributes of users. */
export const operations = [
  listUserCustomAttributes,
  getUserCustomAttribute,
  setUserCustomAttribute,
  deleteUserCustomAttribute,
];
