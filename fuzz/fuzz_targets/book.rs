//! Any bytes are an opening book or a reason why not. The fuzzer may spend its time behind the head
//! and the checksum: the bytes are also read as a book with both put right.

#![no_main]

use libfuzzer_sys::fuzz_target;
use records::book::{Book, merge};
use xiangqi::Position;

fuzz_target!(|bytes: &[u8]| {
    let _ = Book::read(bytes.to_vec());
    let with_head = [b"CHUHEBOK\x01\0\0\0", bytes].concat();
    for bytes in [bytes.to_vec(), with_head] {
        let Ok(book) = Book::read_unsealed(bytes) else { continue };
        let position = Position::start();
        assert!(book.look_up(&position).iter().all(|it| position.is_legal(it.mv)));
        if let Ok(merged) = merge([&book], 1) {
            assert!(Book::read(merged.bytes().to_vec()).is_ok());
        }
    }
});
