/** Public interface of resource events. */
export { copyResourceEvents } from './copy-resource-events';
export { recordResourceEvents } from './record-resource-events';
export { type ResourceEventDocument } from './resource-event.model';
