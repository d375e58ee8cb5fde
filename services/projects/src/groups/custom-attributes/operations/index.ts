import { deleteGroupCustomAttribute, deleteProjectCustomAttribute } from './delete-custom-attribute';
import { getGroupCustomAttribute, getProjectCustomAttribute } from './get-custom-attribute';
import { listGroupCustomAttributes, listProjectCustomAttributes } from './list-custom-attributes';
import { setGroupCustomAttribute, setProjectCustomAttribute } from './set-custom-attribute';

export const customAttributeOperations = [
  deleteGroupCustomAttribute,
  deleteProjectCustomAttribute,
  getGroupCustomAttribute,
  getProjectCustomAttribute,
  listGroupCustomAttributes,
  listProjectCustomAttributes,
  setGroupCustomAttribute,
  setProjectCustomAttribute,
];
