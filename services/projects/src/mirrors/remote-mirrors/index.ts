/** Push mirrors of projects. */
export type { RemoteMirrorDocument } from './remote-mirror.model';
