-- Streaming. How an array is cut into chunks is chosen by a pass; an empty array is one empty chunk.

val stream_map 'a 'b [n] : (*[?]a -> []b) -> [n]a -> [n]b
val stream_red 'a 'b 'c [n] : (c -> c -> c) -> (*c -> *[?]a -> (c, []b)) -> c -> [n]a -> (c, [n]b)
val stream_fold 'a 'c [n] : (c -> c -> c) -> (*c -> *[?]a -> c) -> c -> [n]a -> c
val stream_seq 'a 'b 'c [n] : (*c -> *[?]a -> (c, []b)) -> c -> [n]a -> (c, [n]b)
