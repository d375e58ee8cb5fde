/** Public interface of `groups/access-requests`: what other areas of this service may import. */
export type { AccessRequestDocument } from './access-request.model';
