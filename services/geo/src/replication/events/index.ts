/** Public interface of events. */
export { appendEvent, lastEvent, type LogEvent, type LogEventType, type NewLogEvent } from './event.model';
