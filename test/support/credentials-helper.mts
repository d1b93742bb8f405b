export { StoredCredential } from '../../dev/engine/stored-credential.mts';
