import { getUpload } from './get-upload';
import { uploadFile } from './upload-file';

export const uploadOperations = [getUpload, uploadFile];
