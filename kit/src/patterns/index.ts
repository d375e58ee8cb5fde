export * from './user-patterns';
