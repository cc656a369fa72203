-- A server that opens no more threads no longer holds any post back: it goes to the channel.
DELETE FROM refusing_places WHERE kind = 'threads';
