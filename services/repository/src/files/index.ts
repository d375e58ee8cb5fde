import { createFile } from './create-file';
import { deleteFile } from './delete-file';
import { getFile } from './get-file';
import { getRawFile } from './get-raw-file';
import { updateFile } from './update-file';

export const fileOperations = [getFile, getRawFile, createFile, updateFile, deleteFile];
