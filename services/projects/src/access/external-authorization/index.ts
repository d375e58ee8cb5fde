/** Public interface of `access/external-authorization`: what other areas of this service may import. */
export { ExternalAuthorization } from './external-authorization';
export { denialOf, labelErrors, labelFilter } from './project-labels';
