export * from './errors';
export * from './wire';
export * from './context';
export * from './contract';
