/** Public interface of origin. */
export { authenticateNode } from './authenticate-node';
