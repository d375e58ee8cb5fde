import { deleteGroupCustomAttribute, deleteProjectCustomAttribute } from './operations/delete-custom-attribute';
import { getGroupCustomAttribute, getProjectCustomAttribute } from './operations/get-custom-attribute';
import { listGroupCustomAttributes, listProjectCustomAttributes } from './operations/list-custom-attributes';
import { setGroupCustomAttribute, setProjectCustomAttribute } from './operations/set-custom-attribute';

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
