/** The parts of the AWS SDK that the engine `s3` uses. It is loaded only if that engine is used. */
export {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
export { Upload } from '@aws-sdk/lib-storage';
export { getSignedUrl, S3RequestPresigner } from '@aws-sdk/s3-request-presigner';
