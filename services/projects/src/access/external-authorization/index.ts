/** External authorization: who may access which projects beyond their memberships. */
export { ExternalAuthorization } from './external-authorization';
export { denialOf, labelErrors, labelFilter } from './project-labels';
