-- Who writes the history needs no right on its heads: the trigger writes them as their owner.
ALTER FUNCTION chain_history_event() SECURITY DEFINER SET search_path = public, pg_temp;
