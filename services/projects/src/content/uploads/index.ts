import { getUpload } from './operations/get-upload';
import { uploadFile } from './operations/upload-file';

export const uploadOperations = [getUpload, uploadFile];
