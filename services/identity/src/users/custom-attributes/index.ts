import { deleteUserCustomAttribute } from './operations/delete-user-custom-attribute';
import { getUserCustomAttribute } from './operations/get-user-custom-attribute';
import { listUserCustomAttributes } from './operations/list-user-custom-attributes';
import { setUserCustomAttribute } from './operations/set-user-custom-attribute';

/** The operations on custom attributes of users. */
export const operations = [
  listUserCustomAttributes,
  getUserCustomAttribute,
  setUserCustomAttribute,
  deleteUserCustomAttribute,
];
