import { createFile } from './create-file';
import { deleteFile } from './delete-file';
import { downloadFile } from './download-file';
import { getFile } from './get-file';
import { getFileBlame } from './get-file-blame';
import { getRawFile } from './get-raw-file';
import { updateFile } from './update-file';

export const fileOperations = [getFile, getRawFile, downloadFile, getFileBlame, createFile, updateFile, deleteFile];
