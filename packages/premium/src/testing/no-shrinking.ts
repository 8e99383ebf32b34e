import fc from 'fast-check';

// For the mutation runs: a break that a property noticed is noticed, and looking for the smallest form that shows it takes minutes.
fc.configureGlobal({ endOnFailure: true });
