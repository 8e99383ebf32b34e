import fc from 'fast-check';

// For the mutation runs: a failed property is enough, and shrinking takes minutes.
fc.configureGlobal({ endOnFailure: true });
