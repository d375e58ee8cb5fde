import { createFile } from './operations/create-file';
import { deleteFile } from './operations/delete-file';
import { downloadFile } from './operations/download-file';
import { getFile } from './operations/get-file';
import { getFileBlame } from './operations/get-file-blame';
import { getRawFile } from './operations/get-raw-file';
import { updateFile } from './operations/update-file';

export const fileOperations = [getFile, getRawFile, downloadFile, getFileBlame, createFile, updateFile, deleteFile];
