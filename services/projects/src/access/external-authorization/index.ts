/** External authorization: who may access which projects beyond their memberships. */
export { denialOf, labelErrors, labelFilter } from './project-labels';
export { ExternalAuthorization } from './external-authorization';
