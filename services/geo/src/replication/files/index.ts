/** Public interface of file replicas. */
export { type FileKind, fileKinds, type FileName, originOf } from './file-kinds';
export { fileKindByOperation, findFileReplica } from './file-replica';
export { type FileDocument, fileKey } from './file.model';
export { isOfProject, removeFileReplica, resyncFiles, scheduleFileSync, scheduleFileVerification } from './files';
export { removeProjectReplicas } from './remove-project-replicas';
