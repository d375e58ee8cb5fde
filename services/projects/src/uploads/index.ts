import { copyUploads } from './copy-uploads';
import { getUpload } from './get-upload';
import { uploadFile } from './upload-file';

export const uploadOperations = [copyUploads, getUpload, uploadFile];
