/** Public interface of `mirrors/remote-mirrors`: what other areas of this service may import. */
export type { RemoteMirrorDocument } from './remote-mirror.model';
